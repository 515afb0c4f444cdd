"""The same work, done by the peers: each script is run by the interpreter that has its peer."""
