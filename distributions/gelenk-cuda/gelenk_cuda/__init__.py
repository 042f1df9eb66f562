"""Programs for GPUs that `gelenk.batch.Batch(..., device="cuda:0")` loads in place of compiling them; data alone."""
