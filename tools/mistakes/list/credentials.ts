// The credential's work for n8n.
import { inFolder } from '../mistake';

export const CREDENTIALS = inFolder('credentials', [
  {
    file: 'companyScreeningApi/authenticate',
    promise: 'Token and key go to no host whose name only begins like that of the service.',
    from: 'address.startsWith(`${baseUrl}/`)',
    to: 'address.startsWith(baseUrl)',
  },
  {
    file: 'companyScreeningApi/authenticate',
    promise: 'No redirect takes the token along.',
    from: 'followRedirect: false,',
    to: 'followRedirect: true,',
  },
  {
    file: 'companyScreeningApi/authenticate',
    promise: 'A token that was issued for other settings is not sent.',
    from: 'isOurs ? token.accessToken : undefined',
    to: 'token.accessToken || undefined',
  },
  {
    file: 'companyScreeningApi/credentialTest',
    promise: 'The test of the credential succeeds only with the one code that shows that the key is good.',
    from: 'const places = [...Array.from(ACCEPTED_CODE), undefined];',
    to: 'const places = [...Array.from(ACCEPTED_CODE)];',
  },
  {
    file: 'companyScreeningApi/credentialTest',
    promise: 'A gateway that refuses the key with 403 fails the test.',
    from: "    failing('statusCode', 403, KEY_REFUSED),\n",
    to: '',
  },
  {
    file: 'companyScreeningApi/postForm',
    promise: 'A token exchange ends in time, also while its reply is being read.',
    from: 'await untilCancelled(beginTime(), async (signal) => {',
    to: 'await untilCancelled(new Cancellation(undefined), async (signal) => {',
  },
  {
    file: 'companyScreeningApi/renewToken',
    promise: 'A new token is not the one that was refused.',
    from: 'new HeldToken(credential).unwanted',
    to: 'new HeldToken({}).unwanted',
  },
  {
    file: 'companyScreeningApi/authenticate',
    promise: 'A request that is repeated after a 401 has the new token, and not the one that was refused.',
    from: 'requestOptions.headers = { ...requestOptions.headers, ...headers };',
    to: 'requestOptions.headers = { ...headers, ...requestOptions.headers };',
  },
  {
    file: 'CompanyScreeningApi.credentials',
    promise: 'The token that n8n keeps is not shown to whoever opens the credential.',
    from: 'typeOptions: { expirable: true, password: true },',
    to: 'typeOptions: { expirable: true },',
    tests: ['credential'],
  },
  {
    file: 'companyScreeningApi/postForm',
    promise: 'An exchange of a token that takes too long is ended.',
    from: 'abortSignal: signal,',
    to: '',
  },
  {
    file: 'companyScreeningApi/authenticate',
    promise: "n8n's HTTP Request node gets the token, too.",
    from: 'url ?? uri ??',
    to: 'url ??',
  },
]);
