# Sourced by the scripts: finds a JDK 25 or newer and exports JAVA_HOME, or ends with a clear message.

jdk_version() { # major version of the JDK in $1, or nothing
  [ -x "$1/bin/javac" ] || return 0
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

find_jdk() {
  local candidate version tried=()
  for candidate in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    [ -n "$candidate" ] && [ -d "$candidate" ] || continue
    version=$(jdk_version "$candidate")
    tried+=("$candidate (${version:-no JDK})")
    if [ -n "$version" ] && [ "$version" -ge 25 ]; then
      export JAVA_HOME=$candidate
      return
    fi
  done
  {
    echo "scalws: a JDK 25 or newer is needed to build, and none was found."
    echo "Looked at JAVA_HOME and in /usr/lib/jvm: ${tried[*]:-nothing there}"
    echo "Install one (on Debian and Ubuntu: temurin-25-jdk or openjdk-25-jdk) or set JAVA_HOME."
    echo "The distribution archive needs no JDK: it brings its own runtime."
  } >&2
  exit 1
}
