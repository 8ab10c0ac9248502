#!/bin/sh
# wine.sh FOLDER begin | end | PROGRAM ARGS...
# A computer with Windows 10, as far as Wine is one, which lives in the folder. A program has the process id of this one.
set -e
mkdir -p "$1"
# programs that run beside each other share one Wine only if they share TMPDIR
export WINEPREFIX="$1" HOME="$1" TMPDIR="$1" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
shift
wine=/usr/lib/wine
case $1 in
  begin)
    $wine/wine64 wineboot -i
    # Node asks for Windows 10
    exec $wine/wine64 winecfg -v win10
    ;;
  # nothing may be left to end
  end) $wine/wineserver64 -k -w || true ;;
  *) exec $wine/wine64 "$@" ;;
esac
