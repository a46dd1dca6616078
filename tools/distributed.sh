# SPDX-License-Identifier: MIT
# ./masu.sh mpi RANKS ARGS, and ./masu.sh test distributed. Sourced by masu.sh and by test.sh.

# Open MPI refuses root, and more ranks than cores, unless it is asked.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1
# Ranks that are bound to a core wait there for whatever else runs on it.
export OMPI_MCA_hwloc_base_binding_policy=none
# Containers may forbid the system call that it copies by, and then it warns.
export OMPI_MCA_btl_vader_single_copy_mechanism=none

run_mpi() {
  [[ ${1:-} =~ ^[1-9][0-9]*$ ]] || misused "mpi takes a number of ranks, then the arguments of masu-mpi"
  local ranks=$1
  shift
  distributed_build distributed masu_mpi >&2
  cd "$called_from"  # file names in ARGS are relative to the caller's folder
  exec mpirun -q -n "$ranks" "$OLDPWD/build/distributed/masu-mpi" "$@"
}

# distributed_build PRESET TARGET...
distributed_build() {
  local log=build/logs/distributed.log
  mkdir -p build/logs
  need_lists cmake/packages.txt io/packages.txt apps/packages.txt distributed/packages.txt
  [[ -f build/$1/build.ninja ]] || configure "$1"
  build "$@" 2>&1 | tee "$log" | say_once_building masu-mpi ||
    { cat "$log" >&2; die "the build failed"; }
}

# test_distributed [asan | p4est]: the tests under mpirun, and masu-mpi compared with `masu pairs`;
# with sanitizers; or those of masu-mpi-p4est alone.
test_distributed() {
  local preset=distributed label=distributed
  case ${1:-} in
    '') ;;
    asan) preset=distributed-asan ;;
    p4est)
      preset=distributed-p4est label=p4est
      need_lists distributed/p4est/packages.txt
      ;;
    *) misused "test distributed takes nothing, asan or p4est" ;;
  esac
  distributed_build "$preset" distributed_tests masu_pairs
  check "$preset" -L "$label"
}
