"""Teotihuacan: City of Gods (2018), for two to four players. The files are the chapters of its rulebook."""
