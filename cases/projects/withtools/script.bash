# Run by bash: what a build script uses.
set -e
words=(one two three)
for word in "${words[@]}"; do
  echo "$word"
done | sort | tr a-z A-Z > words.txt
count=$(wc -l < words.txt)
while read -r line; do
  text="$text $line"
done < words.txt
cat > made.h <<END
#define MADE "$count:$text @VERSION@"
END
