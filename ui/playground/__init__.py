"""The parts of the playground alone: panels, what stands under pictures, what to take home."""
