"""Robot files of packages from the registry, loaded and stepped by 3.5.0 and by Gelenk."""
