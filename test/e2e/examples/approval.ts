// The e-mail by which n8n asks for approval, as the person who gets it reads it and answers.
import axios from 'axios';
import { z } from 'zod/v4';

/** Reads what such an e-mail says, and where its buttons lead. @throws when it has not both buttons */
export function readRequest(html: string) {
  const linkOf = (label: string): string =>
    z.string().parse(new RegExp(`href="([^"]*)"[^>]*>${label}</a>`).exec(html)?.[1]);
  const text = z.string().parse(/<p [^>]*>([^<]*)<\/p>/.exec(html)?.[1]);
  return { text, approve: linkOf('Approve'), decline: linkOf('Decline') };
}

/** Opens a link as a browser does; n8n takes no answer from what calls itself a program. */
export async function open(link: string): Promise<void> {
  const { status } = await axios.get(link, {
    proxy: false,
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' },
  });
  expect(status).toBe(200);
}
