// The command `npm run sandbox`: starts the sandbox service and prints what to type into the credential.
// With --json it prints one line for a program instead, and ends when that program does.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { typedAccount, credentialFor } from './account';
import { annualReturnsBehaviours, screeningBehaviours } from './behaviours';
import type { ReadyLine } from './protocol';
import { type RunningServer, startServer } from './server';
import { helpIfAsked } from '../support/help';

const DEFAULT_PORT = 4010;
const USAGE = `npm run sandbox                  the sandbox service, until Ctrl-C; it prints what to type into the credential
npm run sandbox -- --port 4011   on another port; 0 takes any free one
npm run sandbox -- --tls         over https
npm run sandbox -- --json        for a program: one line, and an end when that program ends`;

void main();

async function main(): Promise<void> {
  helpIfAsked(USAGE);
  const { port, tls, json } = readArguments();
  const server = await start(port, tls);
  const caFile = server.ca === null ? null : writeCaFile(server.ca);
  const end = () => {
    if (caFile !== null) rmSync(path.dirname(caFile), { recursive: true, force: true });
    void server.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  if (!json) {
    console.log(instructions(server.url, caFile));
    return;
  }
  const line: ReadyLine = { url: server.url, credential: credentialFor(server.url), caFile };
  console.log(JSON.stringify(line));
  // Whoever started the sandbox holds the other end of stdin: when it closes, nobody is left to stop it.
  process.stdin.resume().once('close', end);
}

interface Arguments {
  port: number;
  tls: boolean;
  json: boolean;
}

function readArguments(): Arguments {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: String(DEFAULT_PORT) },
        tls: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
    const port = /^\d+$/.test(values.port) ? Number(values.port) : NaN;
    if (port >= 0 && port <= 65_535) return { port, tls: values.tls, json: values.json };
    return fail(`"${values.port}" is not a port.\n${USAGE}`);
  } catch {
    return fail(`That option is not known.\n${USAGE}`);
  }
}

// n8n and node take the certificate authority as a file, named in an environment variable.
function writeCaFile(ca: string): string {
  const caFile = path.join(mkdtempSync(path.join(tmpdir(), 'company-screening-sandbox-')), 'ca.pem');
  writeFileSync(caFile, ca);
  return caFile;
}

async function start(port: number, tls: boolean): Promise<RunningServer> {
  try {
    return await startServer(port, tls);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      return fail(
        `Port ${String(port)} is already in use. Stop what runs there, or choose another port: npm run sandbox -- --port 0`,
      );
    }
    if (code === 'EACCES') {
      return fail(`Port ${String(port)} may not be used by this account. Choose one above 1023.`);
    }
    throw error;
  }
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function instructions(url: string, caFile: string | null): string {
  return `The sandbox service is running. Every company, list and secret in it is made up.
${caFile === null ? '' : trustInstructions(caFile)}
Type this into the credential "Company Screening API":

${columns([
  ['Environment', 'Sandbox'],
  ['Base URL', url],
  ['Authorization Server URL', url],
  ['Realm', typedAccount.realm],
  ['Client ID', typedAccount.clientId],
  ['Client Secret', typedAccount.clientSecret],
  ['Subscription Key', typedAccount.subscriptionKey],
  ['Send Subscription Key In', 'Header'],
])}

Company names to try:

${columns([
  ['Gloomharbour Shipping Ltd', 'one hit: Sanction'],
  ['Velmoria State Pudding Works', 'one hit: PEP'],
  ['Slipknuckle Casino Group', 'one hit: Criminal'],
  ['Hollowreed Consulting', 'one hit: Other'],
  ['Quillhaven Group', 'four hits: two Sanction, one PEP, one Criminal'],
  ['幻海虚构贸易有限公司', 'one hit, in Chinese script'],
  ['شركة سراب الخيال للتجارة', 'one hit, in Arabic script'],
  ['Plain Honest Bakery', 'clear, like any name that is not on the watchlist'],
  ...Object.entries(screeningBehaviours).map(([marker, { does }]): [string, string] => [`${marker} …`, does]),
])}

Registration numbers to try:

${columns([
  ['12345678901234', 'accepted, like any other 14 digits'],
  ...Object.entries(annualReturnsBehaviours).map(([number, { does }]): [string, string] => [number, does]),
])}

Press Ctrl-C to stop.`;
}

function trustInstructions(caFile: string): string {
  return `
It makes a new certificate at each start. Start n8n so that it trusts it:

  NODE_EXTRA_CA_CERTS=${caFile} n8n start
`;
}

function columns(rows: [string, string][]): string {
  const width = Math.max(...rows.map(([left]) => shownWidth(left)));
  return rows
    .map(([left, right]) => `  ${left}${' '.repeat(width - shownWidth(left))}   ${right}`)
    .join('\n');
}

// A terminal shows a Chinese character twice as wide as a Latin one.
function shownWidth(line: string): number {
  return line.length + (line.match(/\p{Script=Han}/gu)?.length ?? 0);
}
