// Stands in for a language model: an HTTP server on loopback that speaks OpenAI's chat completions, makes the calls that
// a test tells it to make, and keeps what it was shown.
import { createServer } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod/v4';
import { listenOnLoopback } from '../../support/ports';

export type Model = Awaited<ReturnType<typeof startModel>>;

/** A tool that the model calls, and with what. */
export interface ToolCall {
  tool: string;
  arguments: Record<string, unknown>;
}

const toolSchema = z.object({ name: z.string(), description: z.string(), parameters: z.unknown() });
type Tool = z.infer<typeof toolSchema>;

const requestSchema = z.object({
  stream: z.literal(false).optional(),
  // n8n gives a message without text as an empty list.
  messages: z.array(z.object({ role: z.string(), content: z.union([z.string(), z.tuple([])]).nullish() })),
  tools: z.array(z.object({ function: toolSchema })),
});
type Message = z.infer<typeof requestSchema>['messages'][number];

/** Starts the stand-in on a free port. */
export async function startModel() {
  let rounds: ToolCall[][] = [];
  let tools: Tool[] = [];
  let shown: unknown[] = [];
  const answer = (body: string): unknown => {
    const request = requestSchema.parse(JSON.parse(body));
    tools = request.tools.map((tool) => tool.function);
    const sinceQuestion = request.messages.slice(
      request.messages.findLastIndex(({ role }) => role === 'user') + 1,
    );
    const results = sinceQuestion.filter(({ role }) => role === 'tool').map(resultOf);
    shown = results;
    return completion(roundAfter(results.length, rounds), results.length);
  };
  const server = createServer((request, response) => {
    text(request)
      .then(answer)
      .then(
        (reply) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(reply)),
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
  });
  const port = await listenOnLoopback(server);
  return {
    /** What to enter as Base URL. */
    url: `http://127.0.0.1:${String(port)}/v1`,
    /** From now on it answers each question by these rounds of calls, then by a sentence. */
    calls: (...next: ToolCall[][]) => {
      rounds = next;
    },
    /** The tools that came with the latest request. */
    toolsOffered: () => tools,
    /** What the tools gave since the latest question, as the model was shown it: one entry for each call. */
    shown: () => shown,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

// A tool that failed gives its error as a text.
function resultOf({ content }: Message): unknown {
  const given = z.string().parse(content);
  try {
    return z.unknown().parse(JSON.parse(given));
  } catch {
    return given;
  }
}

// The round whose turn it is when the calls of those before it have been answered; none when all have been.
function roundAfter(answered: number, rounds: ToolCall[][]): ToolCall[] {
  let made = 0;
  for (const round of rounds) {
    if (made === answered) return round;
    made += round.length;
  }
  return [];
}

function completion(calls: ToolCall[], answered: number): unknown {
  const message =
    calls.length === 0
      ? { role: 'assistant', content: 'I have read it.' }
      : {
          role: 'assistant',
          content: null,
          tool_calls: calls.map((call, index) => ({
            id: `call_${String(answered + index)}`,
            type: 'function',
            function: { name: call.tool, arguments: JSON.stringify(call.arguments) },
          })),
        };
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [{ index: 0, message, finish_reason: calls.length === 0 ? 'stop' : 'tool_calls' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
