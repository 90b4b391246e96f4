// The credential's fields as the rest of the code sees them: checked once, addresses normalised.
import * as z from 'zod/v4';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

const LONGEST_ADDRESS = 2_000;

const address = (shownName: string) =>
  requiredText(shownName)
    .trim()
    .max(
      LONGEST_ADDRESS,
      `${shownName} has more than ${LONGEST_ADDRESS} characters. Correct it in the credential.`,
    )
    .transform((value, context) => {
      const problem = addressProblem(value, shownName);
      if (problem) {
        context.addIssue({ code: 'custom', message: problem });
        return z.NEVER;
      }
      // The origin evens the case of scheme and host, and drops the default port.
      const path = value.replace(/^[^/]*\/{2,}[^/]*/, '');
      return `${new URL(value).origin}${path}`.replace(/(?<!\/)\/+$/, '');
    });

const requiredText = (shownName: string) =>
  z.string({ error: `${shownName} is missing. Enter it in the credential.` });
const filled = (shownName: string) =>
  requiredText(shownName).trim().min(1, `${shownName} is empty. Enter it in the credential.`);

/** Fields of the credential that say where to send and as whom (docs/design/service.md, Authentication). */
const settingsSchema = z.object({
  environment: z.enum(['sandbox', 'production'], { error: 'Environment must be Sandbox or Production.' }),
  baseUrl: address('Base URL'),
  authUrl: address('Authorization Server URL').refine((value) => !/\/realms(\/|$)/.test(value), {
    error:
      'Authorization Server URL must end before /realms. Remove /realms and what follows; the word after /realms/ belongs in Realm.',
  }),
  realm: filled('Realm'),
  clientId: filled('Client ID'),
  // Secrets are not trimmed: one may begin or end with a space.
  clientSecret: requiredText('Client Secret').min(1, 'Client Secret is empty. Enter it in the credential.'),
  subscriptionKey: filled('Subscription Key').regex(
    /^[\x21-\x7e]*$/,
    'Subscription Key contains a space or another character that is not allowed in it. Copy it into the credential again.',
  ),
  subscriptionKeyIn: z.enum(['header', 'query'], {
    error: 'Send Subscription Key In must be Header or Query.',
  }),
});

/** Checked settings; `baseUrl` and `authUrl` end without a slash. */
export type ServiceSettings = z.infer<typeof settingsSchema>;

/** A field of the credential that cannot be used. The message names the field, never its value. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Checks the decrypted credential.
 *
 * @throws SettingsError naming the first field that is missing or wrong
 */
export function readSettings(credential: unknown): ServiceSettings {
  const parsed = settingsSchema.safeParse(credential);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues[0]?.message ?? 'The credential cannot be read.');
  }
  return parsed.data;
}

function addressProblem(value: string, shownName: string): string | undefined {
  if (value === '') return `${shownName} is empty. Enter it in the credential.`;
  // Some programs take "https:example.com" for a path, and a backslash for a slash.
  if (!URL.canParse(value) || /^https?:(?!\/\/)/i.test(value)) {
    return `${shownName} is not a web address. Enter it in full, beginning with https://.`;
  }
  const url = new URL(value);
  if (url.username !== '' || url.password !== '' || /[?#\\\s]/.test(value)) {
    return `${shownName} must be a plain address, without a user name, a question mark, a hash sign, a backslash or a space.`;
  }
  if (url.protocol === 'https:') return undefined;
  if (url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)) return undefined;
  return `${shownName} must begin with https://. Plain http would send your secrets unencrypted; it is only allowed for this machine itself (localhost).`;
}
