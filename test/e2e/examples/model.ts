// Stands in for a language model: an HTTP server on loopback that speaks OpenAI's chat completions, and always
// does the same: it calls the tool for the company in quotation marks, then says what the tool gave.
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod/v4';

/** The running stand-in. */
export interface Model {
  /** What to enter as Base URL. */
  url: string;
  /** The tools that came with the latest request. */
  toolsOffered: () => Tool[];
  stop: () => Promise<void>;
}

const toolSchema = z.object({ name: z.string(), description: z.string(), parameters: z.unknown() });
type Tool = z.infer<typeof toolSchema>;

const requestSchema = z.object({
  stream: z.literal(false).optional(),
  messages: z.array(z.object({ role: z.string(), content: z.string().nullish() })),
  tools: z.array(z.object({ function: toolSchema })),
});
type ChatRequest = z.infer<typeof requestSchema>;

const nullableText = z.string().nullish();
const itemsSchema = z.array(
  z.object({
    outcome: z.string(),
    name: nullableText,
    sourceType: nullableText,
    sourceId: nullableText,
    reason: nullableText,
    error: nullableText,
  }),
);

/** Starts the stand-in on a free port. */
export async function startModel(): Promise<Model> {
  let tools: Tool[] = [];
  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const body = await text(request);
    const chat = requestSchema.parse(JSON.parse(body));
    tools = chat.tools.map((tool) => tool.function);
    return completion(chat);
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (reply) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(reply)),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${String(port)}/v1`,
    toolsOffered: () => tools,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function completion({ messages, tools }: ChatRequest): unknown {
  const last = messages.at(-1);
  const message =
    last?.role === 'tool'
      ? { role: 'assistant', content: verdict(last.content ?? '') }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [toolCall(last?.content ?? '', tools[0]?.function.name)],
        };
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [{ index: 0, message, finish_reason: last?.role === 'tool' ? 'stop' : 'tool_calls' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

function toolCall(question: string, name: string | undefined): unknown {
  const company = /"(.+)"/.exec(question)?.[1] ?? '';
  return {
    id: 'call_1',
    type: 'function',
    function: { name, arguments: JSON.stringify({ Company_Name: company }) },
  };
}

function verdict(result: string): string {
  return itemsSchema
    .parse(JSON.parse(result))
    .map(({ outcome, name, sourceType, sourceId, reason, error }) => {
      if (outcome === 'hit') return `hit: ${String(name)} (${String(sourceType)}, ${String(sourceId)})`;
      return outcome === 'clear' ? 'clear' : `${outcome}: ${reason ?? error ?? ''}`;
    })
    .join('; ');
}
