#!/usr/bin/env python3
"""semble as a peer of `tamis measure`: its BM25 and its ranking (alpha 0), without its model, which is not in the package.

  pip install semble==0.7.0
  tamis measure ... --peer 'semble=python3 scripts/peers/semble_bm25.py {root}'

The task comes on standard input; one `path:start-end` a line goes out, best first.
"""

import os
import sys
import tempfile
from pathlib import Path

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["SEMBLE_CACHE_LOCATION"] = tempfile.mkdtemp(prefix="semble-")  # every task from a cold start

import numpy as np
import semble.index.index as index
from model2vec.model import StaticModel
from tokenizers import Tokenizer
from tokenizers.models import WordLevel

MOST = 50  # passages asked for


def no_model(path=None):
    """A table of one word with one number: every passage alike, and never asked at alpha 0."""
    table = StaticModel(np.ones((1, 1), dtype=np.float32), Tokenizer(WordLevel({"[UNK]": 0}, unk_token="[UNK]")))
    return table, "none"


index.load_model = no_model
root = Path(sys.argv[1])
for hit in index.SembleIndex.from_path(root).search(sys.stdin.read(), top_k=MOST, alpha=0.0):
    print(f"{hit.chunk.file_path}:{hit.chunk.start_line}-{hit.chunk.end_line}")
