# Makes the images and what the reference library (Pillow 9.4, as CLIP's preprocessing calls it) makes of them: run here with a folder of
# one's own to check, or to renew the files. python3 make.py DIR
import sys

import numpy as np
from PIL import Image

SIZE = 32


def scene(width, height, seed):
    """Waves, an edge and noise: smooth parts, sharp parts and parts that would alias."""
    draw = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width].astype(float)
    planes = []
    for c in range(3):
        v = 128 + 60 * np.sin(x / (7 + 5 * c) + y / (11 - c)) + 40 * np.cos(y / (23 + c) + c) + draw.normal(0, 18, (height, width))
        v[(x - width / 2) ** 2 + (y - height / 2) ** 2 < (min(width, height) / 4) ** 2] += 50 * (c - 1)
        planes.append(v)
    return np.clip(np.stack(planes, -1), 0, 255).astype(np.uint8)


def square(image):
    """Shorter side to SIZE, bicubic, then the middle."""
    image = image.convert("RGB")
    width, height = image.size
    if width <= height:
        width, height = SIZE, int(SIZE * height / width)
    else:
        width, height = int(SIZE * width / height), SIZE
    pixels = np.asarray(image.resize((width, height), Image.BICUBIC))
    top, left = (height - SIZE) // 2, (width - SIZE) // 2
    return pixels[top:top + SIZE, left:left + SIZE]


def main(folder):
    images = {
        "wide.png": Image.fromarray(scene(100, 61, 1)),
        "tall.png": Image.fromarray(scene(45, 97, 2)),
        "small.png": Image.fromarray(scene(20, 13, 3)),
        "exact.png": Image.fromarray(scene(32, 32, 4)),
        "grey.png": Image.fromarray(scene(50, 40, 5)).convert("L"),
        "alpha.png": Image.fromarray(np.dstack([scene(50, 40, 6), scene(50, 40, 7)[:, :, :1]])),
        "palette.png": Image.fromarray(scene(50, 40, 8)).quantize(32),
        "line.png": Image.fromarray(scene(300, 2, 9)),
        "photo.jpg": Image.fromarray(scene(100, 61, 10)),
        "photo420.jpg": Image.fromarray(scene(101, 61, 13)),
        "lossless.webp": Image.fromarray(scene(50, 40, 11)),
        "lossy.webp": Image.fromarray(scene(50, 40, 12)),
    }
    for name, image in images.items():
        options = {"lossless.webp": {"lossless": True}, "lossy.webp": {"quality": 90}, "photo.jpg": {"quality": 90, "subsampling": 0},
                   "photo420.jpg": {"quality": 90, "subsampling": 2}}
        image.save(f"{folder}/{name}", **options.get(name, {}))
        square(Image.open(f"{folder}/{name}")).tofile(f"{folder}/{name}.rgb")


main(sys.argv[1])
