#!/usr/bin/env bash
# Explores all boards of 4×4 on four machines of a Slurm cluster: `sbatch slurm.sh`. The folder in
# which it is submitted must be on a file system that all machines share.
#SBATCH --job-name=explore
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --mem=20G
#SBATCH --time=24:00:00
#SBATCH --requeue
set -euo pipefail

directory=$SLURM_SUBMIT_DIR/states
hosts=$SLURM_SUBMIT_DIR/hosts-$SLURM_JOB_ID
# Task i runs on machine i of this list.
scontrol show hostnames "$SLURM_JOB_NODELIST" | sed 's/$/:7171/' >"$hosts"

# If one process fails, all end, and all restart from the last commit.
for attempt in 1 2 3 4 5; do
    resume=
    if [ -e "$directory/manifest" ]; then resume=--resume; fi
    status=0
    srun --kill-on-bad-exit=1 bash -c "exec motion-puzzles explore sliding 4x4 --json \
        --directory '$directory' --scratch '/tmp/runs-$SLURM_JOB_ID' --memory-limit 16384 --workers 16 \
        --processes $SLURM_NTASKS --process \$SLURM_PROCID --hostfile '$hosts' --peer-timeout 600 $resume" || status=$?
    # 3 means bad usage or damaged files: another attempt would not help.
    if [ "$status" -eq 0 ] || [ "$status" -eq 3 ]; then exit "$status"; fi
    echo "attempt $attempt ended with status $status" >&2
done
exit "$status"
