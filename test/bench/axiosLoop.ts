// The limit to compare with: a bare axios loop in a process of its own. Reads what to do from stdin and prints one line
// of JSON.
import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { json } from 'node:stream/consumers';
import axios from 'axios';
import { z } from 'zod/v4';
import { credentialSchema } from '../sandbox/protocol';

/** What the loop is told. */
export const orderSchema = z.object({
  service: credentialSchema,
  warmUp: z.array(z.string()),
  companies: z.array(z.string()),
  concurrency: z.number(),
  /** Connections are kept for the next request; otherwise each request opens one, with an agent of its own. */
  keepAlive: z.boolean(),
});
export type Order = z.infer<typeof orderSchema>;

/** What the loop found. */
export const findingSchema = z.object({
  totalMs: z.number(),
  cpuMs: z.number(),
  startMb: z.number(),
  peakMb: z.number(),
  items: z.number(),
});
export type Finding = z.infer<typeof findingSchema>;

if (require.main === module) void main();

async function main(): Promise<void> {
  const { service, warmUp, companies, concurrency, keepAlive } = orderSchema.parse(await json(process.stdin));
  const screen = await screener(service, keepAlive);
  await loop(warmUp, concurrency, screen);
  const startMb = process.memoryUsage.rss() / 2 ** 20;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const items = await loop(companies, concurrency, screen);
  const totalMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  const finding: Finding = {
    totalMs,
    cpuMs: (user + system) / 1_000,
    startMb,
    peakMb: process.resourceUsage().maxRSS / 1_024,
    items,
  };
  console.log(JSON.stringify(finding));
  process.exit(0);
}

type Screen = (companyName: string) => Promise<number>;

async function screener(service: Order['service'], keepAlive: boolean): Promise<Screen> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: service.clientId,
    client_secret: service.clientSecret,
  });
  const tokenUrl = `${service.authUrl}/realms/${service.realm}/protocol/openid-connect/token`;
  const granted = await axios.post<unknown>(tokenUrl, form, { proxy: false });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(granted.data);
  const http = axios.create({
    baseURL: service.baseUrl,
    params: { v: '2.0' },
    proxy: false,
    ...(keepAlive ? agents(keepAlive) : {}),
    headers: { Authorization: `Bearer ${token}`, 'Ocp-Apim-Subscription-Key': service.subscriptionKey },
  });
  return async (companyName) => {
    const body = { companyName, option: 'Both' };
    const { data } = await http.post<{ totalHits: number }>(
      '/aml-pep/screening/company/aml',
      body,
      keepAlive ? {} : agents(keepAlive),
    );
    // One item for each hit, or one for a clear company.
    return Math.max(1, data.totalHits);
  };
}

const agents = (keepAlive: boolean) => ({
  httpAgent: new Agent({ keepAlive }),
  httpsAgent: new TlsAgent({ keepAlive }),
});

async function loop(companies: string[], concurrency: number, screen: Screen): Promise<number> {
  const left = companies.values();
  let items = 0;
  const worker = async (): Promise<void> => {
    for (const company of left) {
      const found = await screen(company);
      items += found;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return items;
}
