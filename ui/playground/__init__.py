"""What only the playground shows: its panels, what stands under its pictures, what to take home."""
