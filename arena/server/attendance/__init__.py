"""Connected bots: the Attend call, the lobby, the offers of seats, and tickets."""
