// The credential's work for n8n.
import { inFolder } from '../mistake';

export const CREDENTIALS = inFolder('credentials/companyScreeningApi', [
  {
    file: 'authenticate',
    promise: 'Token and key go to no host whose name only begins like that of the service.',
    from: 'address.startsWith(`${baseUrl}/`)',
    to: 'address.startsWith(baseUrl)',
  },
  {
    file: 'authenticate',
    promise: 'No redirect takes the token along.',
    from: 'followRedirect: false,',
    to: 'followRedirect: true,',
  },
  {
    file: 'authenticate',
    promise: 'A token that was issued for other settings is not sent.',
    from: 'isOurs ? token.accessToken : undefined',
    to: 'token.accessToken || undefined',
  },
  {
    file: 'credentialTest',
    promise: 'The test of the credential succeeds only with the one code that shows that the key is good.',
    from: 'const places = [...Array.from(ACCEPTED_CODE), undefined];',
    to: 'const places = [...Array.from(ACCEPTED_CODE)];',
  },
  {
    file: 'credentialTest',
    promise: 'A gateway that refuses the key with 403 fails the test.',
    from: "    failing('statusCode', 403, KEY_REFUSED),\n",
    to: '',
  },
  {
    file: 'postForm',
    promise: 'A token exchange ends in time, also while its reply is being read.',
    from: 'await untilCancelled(beginTime(), async (signal) => {',
    to: 'await untilCancelled(new Cancellation(undefined), async (signal) => {',
  },
  {
    file: 'renewToken',
    promise: 'A new token is not the one that was refused.',
    from: 'new HeldToken(credential).unwanted',
    to: 'new HeldToken({}).unwanted',
  },
]);
