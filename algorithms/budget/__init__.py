"""The time that runs may take: a scheduler, chunks, parallel work, and time limits."""
