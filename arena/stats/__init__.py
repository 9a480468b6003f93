"""What results say: scores, and how sure they are. Pure arithmetic, no files and no clock."""
