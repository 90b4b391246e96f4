// An address as it may be shown: no spelling of a subscription key or of a user name comes out, and nothing else changes.
import { createMask, shownAddress } from '../../nodes/CompanyScreening/service/masking';

const KEY = 'Q7-typed-by-hand-0815';
const OTHER = 'of-the-credential';
const maskOf = (subscriptionKey: string) =>
  createMask({ clientId: 'officer', clientSecret: 'demo-client-secret', subscriptionKey, accessTokens: [] });
const notKnown = maskOf(OTHER);
const encoded = encodeURIComponent;

test.each([
  [`/r/1?subscription-key=${KEY}`, '/r/1?subscription-key=***'],
  [`/r/1?page=2&subscription-key=${KEY}&size=9`, '/r/1?page=2&subscription-key=***&size=9'],
  [`https://a.example/r?Subscription-Key=${KEY}#x`, 'https://a.example/r?subscription-key=***'],
  [`/r?%73ubscription%2Dkey=${KEY}`, '/r?***'],
  [`/r?subscription%252dkey=${KEY}&page=2`, '/r?***&page=2'],
  [`/r?sub\nscription-key=${KEY}`, '/r?subscription-key=***'],
  [`/r?Ocp-Apim-Subscription-Key=${KEY}`, '/r?Ocp-Apim-subscription-key=***'],
  [`/r${encoded(`?subscription-key=${KEY}`)}`, '/r%3Fsubscription-key=***'],
  [`/r${encoded(encoded(`?%73ubscription-key=${KEY}`))}`, '***'],
  [`/r#subscription-key=${KEY}`, '/r#subscription-key=***'],
  [`/r;subscription_key=${KEY}`, '/r;subscription-key=***'],
  [`/r?subscription-key=a?b#${KEY}`, '/r?subscription-key=***'],
  [`https://${KEY}@a.example/r?x=1`, 'https://***@a.example/r?x=1'],
  [`https://officer:${KEY}@a.example/r`, 'https://***@a.example/r'],
  [`https://officer:first@${KEY}@a.example/r`, 'https://***@a.example/r'],
  [`https:officer:${KEY}@a.example/r`, 'https:***@a.example/r'],
  [`https:///officer:${KEY}@a.example`, 'https:///***@a.example'],
  [`//${KEY}@a.example/r`, '//***@a.example/r'],
  [String.raw`\\${KEY}@a.example/r`, String.raw`\\***@a.example/r`],
  [`https://officer:${KEY}/x@a.example/r`, 'https://***@a.example/r'],
  [`blob:https://${KEY}@a.example/r`, 'blob:https://***@a.example/r'],
  [`/x?subscr%69ption-key=${KEY}#subscription-key=1`, '/x?***'],
  [`\u0001http://officer:${KEY}@a.example/x`, 'http://***@a.example/x'],
  [`odd://${KEY}@a.example/r`, 'odd://***@a.example/r'],
])('%j is shown as %j, whoever has the key', (typed, shown) => {
  expect(shownAddress(typed, notKnown)).toBe(shown);
  expect(shownAddress(typed, maskOf(KEY))).not.toContain(KEY);
});

test.each([`/r/${KEY}`, `/r?k=${KEY}&page=2`, `/r?k=${encoded(KEY)}`, `https://${KEY}/r`, KEY])(
  '%j does not show the key of the credential',
  (typed) => {
    expect(shownAddress(typed, maskOf(KEY))).toBe(typed.replace(KEY, '***'));
  },
);

test.each([
  '/requests/1',
  'https://a.example/requests/1?page=2&size=1#top',
  'https://a.example/of/a@b.example/r?mail=a@b.example',
  'https://a.example:8443/@x',
  '/of/a@b.example',
  'requests/1?next=/a?b',
  'mailto:a@b.example',
  '%zz%',
  '',
])('%j is shown as it is', (typed) => {
  expect(shownAddress(typed, notKnown)).toBe(typed);
});
