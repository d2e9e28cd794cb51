#!/usr/bin/env bash
# Sends UDP packets, each from a port of its own: `sender.sh NAME ADDRESS PORT COUNT PAUSE`, with the pause in seconds. A packet
# contains the name and its number. Prints the number and the time (seconds since 1970) of each that the kernel has accepted.
exec 9<> <(:)
for ((number = 1; number <= $4; number++)); do
  at=$EPOCHREALTIME
  if printf '%s %s' "$1" "$number" 2>/dev/null >"/dev/udp/$2/$3"; then printf '%s %s\n' "$number" "$at"; fi
  read -rt "$5" -u 9
done 2>/dev/null
echo end
