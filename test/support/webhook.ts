// Calls of an n8n from outside, as a form or another system makes them.
import axios from 'axios';

/** Without a proxy, and whatever the answer is. */
export const quietly = { proxy: false as const, validateStatus: () => true };

/** A header that a webhook wants to see. */
interface WebhookKey {
  name: string;
  value: string;
}

/** @param key that of the caller, who may have none */
export const callWebhook = (n8nUrl: string, path: string, body: unknown, key?: WebhookKey) =>
  axios.post<unknown>(`${n8nUrl}/webhook/${path}`, body, {
    ...quietly,
    headers: key ? { [key.name]: key.value } : {},
  });
