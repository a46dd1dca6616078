#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scaling.sh BUILD_FOLDER >scaling.csv: strong scaling (200 000 boxes), then weak (20 000 a rank), for
# 1 to 16 ranks.
set -euo pipefail
program=$1/distributed/bench/distributed_scaling
echo "scene,ranks,boxes,pairs,replication,most_boxes,tests,most_tests,most_bytes,found_twice"
for scene in uniform clusters sizes rods; do
  for ranks in 1 2 4 8 16; do mpirun -q -n $ranks "$program" $scene 200000; done
  for ranks in 1 2 4 8 16; do mpirun -q -n $ranks "$program" $scene 0 20000; done
done
