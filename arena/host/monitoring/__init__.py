"""Let other programs watch a served arena: over HTTP (the admin address), or by events sent to a URL (a web hook)."""
