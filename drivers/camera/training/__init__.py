"""How the camera's model is made: drawn cards and licensed photographs in, two ONNX files out.

Nothing here is needed to run; it has its own requirements (the extra `train`). `python -m
drivers.camera.training` does everything, with one seed, on two cores.
"""
