"""The package mujoco, provided by gelenk; add-ons in this folder (mujoco.mjx) are found too."""

from gelenk import install_as_mujoco

install_as_mujoco(__path__)
