"""Trains the learned bots: a search plays itself, and weights of facts about options and seats are fitted to it."""
