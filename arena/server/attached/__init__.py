"""Other processes of the arena, such as referees. Each of them opens a call to the front, and keeps it open."""
