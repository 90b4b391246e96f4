# Puts the packed node beside this file into n8n's folder, which lies on a volume, and starts what it is told to start.
set -e
from=$(dirname "$0")
nodes="${N8N_USER_FOLDER:-$HOME}/.n8n/nodes"
mkdir -p "$nodes"
test -f "$nodes/package.json" || echo '{ "name": "installed-nodes", "private": true }' >"$nodes/package.json"
# Of a version before.
rm -f "$nodes"/n8n-nodes-company-screening-*.tgz
cp "$from"/n8n-nodes-company-screening-*.tgz "$nodes/"
(cd "$nodes" && npm install --ignore-scripts --omit=peer --no-audit --no-fund ./n8n-nodes-company-screening-*.tgz)
exec "$@"
