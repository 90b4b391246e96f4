// A client of n8n's own MCP server, for what an assistant that is connected to n8n may ask.
import axios from 'axios';
import { z } from 'zod/v4';
import type { N8nRest } from './rest';

/** n8n's MCP server, with a key to it. */
export interface McpServer {
  /** Calls a tool. @throws {Error} what the tool says went wrong */
  call: <T>(tool: string, given: Record<string, unknown>, schema: z.ZodType<T>) => Promise<T>;
}

/** Switches the MCP server of an n8n on, as its owner does. */
export async function switchOnMcp(rest: N8nRest, url: string): Promise<McpServer> {
  await rest.send('switch on MCP', 'patch', '/mcp/settings', z.unknown(), { mcpAccessEnabled: true });
  const keySchema = z.object({ apiKey: z.string() });
  const { apiKey } = await rest.send('give a key of MCP', 'post', '/mcp/api-key/rotate', keySchema);
  return { call: (tool, given, schema) => call({ url, apiKey }, { tool, given }, schema) };
}

async function call<T>(
  server: { url: string; apiKey: string },
  { tool, given }: { tool: string; given: Record<string, unknown> },
  schema: z.ZodType<T>,
): Promise<T> {
  const { data } = await axios.post<string>(
    `${server.url}/mcp-server/http`,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } },
    {
      headers: { authorization: `Bearer ${server.apiKey}`, accept: 'application/json, text/event-stream' },
      proxy: false,
      responseType: 'text',
      transformResponse: (text: string) => text,
      timeout: 60_000,
    },
  );
  const { result, error } = replySchema.parse(JSON.parse(messageIn(data)));
  const refusal = refusalSchema.safeParse(result?.structuredContent).data?.error ?? error?.message;
  if (refusal !== undefined) throw new Error(`n8n's MCP server refused ${tool}: ${refusal}`);
  return schema.parse(result?.structuredContent);
}

const replySchema = z.object({
  result: z.object({ structuredContent: z.unknown() }).optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** The reply of a tool that did not work. */
const refusalSchema = z.object({ error: z.string() });

/** The message, which n8n sends as it is or as an event. */
function messageIn(text: string): string {
  return /^data: (.*)$/m.exec(text)?.[1] ?? text;
}
