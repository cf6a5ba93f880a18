/** What the interface description says first: how to make a request, and the same one in three languages. */
export function gettingStarted(baseUrl: string): string {
  const url = `${baseUrl}/v1/records/companies`;
  return `Records of a CRM workspace: objects, typed attributes, and records whose every value keeps its history.

Every request carries \`Authorization: Bearer <API key>\`. Successful answers have status 200 and stand under \`data\`; errors carry \`statusCode\`, \`type\`, \`code\`, \`requestId\`, a \`reason\` for programs and a \`message\` for people.

## Getting started

1. Make an API key on the page [API keys](${baseUrl}/console/api-keys) of the [console](${baseUrl}/console), or take the one that \`npm start\` prints, and keep it in the environment: \`export API_KEY=...\`
2. \`GET /v1/self\` says what it may do, \`GET /v1/objects\` and \`GET /v1/objects/{identifier}/attributes\` what there is to write.
3. Create a record, as here with curl, TypeScript and Python. Each operation below shows its own request in these languages: what it calls Node.js is TypeScript, too.

\`\`\`sh
curl -sS ${url} \\
  -H "Authorization: Bearer $API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"data": {"name": "Quiet Harbour"}}'
\`\`\`

\`\`\`ts
const response = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env['API_KEY']}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ data: { name: 'Quiet Harbour' } }),
});
const answer = await response.json();
if (!response.ok) throw new Error(answer.message);
console.log(JSON.stringify(answer));
\`\`\`

\`\`\`python
import json, os, urllib.request

headers = {"Authorization": "Bearer " + os.environ["API_KEY"], "Content-Type": "application/json"}
body = json.dumps({"data": {"name": "Quiet Harbour"}}).encode()
request = urllib.request.Request("${url}", body, headers)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response)))
\`\`\``;
}
