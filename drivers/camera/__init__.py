"""A camera reads the cards: pictures in, one event a card out; what is not sure is said so.

`open_url` is what drivers.open_reader loads. Vision is pure (picture in, values out) and runs in a
process of its own; `cv2` and numpy load only there and where a picture is asked for.
"""

import os

from .. import RECORDED as RECORDED

NAME = "camera"  # the reader's, as it stands in the log

# OpenCV looks at this once, when it loads: a small file must not unpack into all memory.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(120_000_000))
# Two threads that wait for each other on a busy machine take 8 ms for what one does in 2.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
