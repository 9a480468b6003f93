"""Watch a served arena: metrics, the admin address, and the web hook."""
