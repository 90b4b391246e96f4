// The access token as n8n holds it in the decrypted credential, whatever stands there.
import { tokenFields, HeldToken, heldTokenSchema } from '../../nodes/CompanyScreening/transport/heldToken';

const stored = () => ({
  accessToken: 'token-1',
  accessTokenIssuedAt: 1000,
  accessTokenExpiresAt: 2000,
  accessTokenIssuedFor: 'us',
  accessTokenServerDate: 900,
});
const token = { accessToken: 'token-1', issuedAt: 1000, expiresAt: 2000, issuedFor: 'us', serverDate: 900 };

test('it is read as it was stored', () => {
  expect(new HeldToken(stored()).token).toEqual(token);
  expect(tokenFields(token)).toEqual(stored());
  const { serverDate: _, ...undated } = token;
  expect(tokenFields(undated)).toEqual({ ...stored(), accessTokenServerDate: 0 });
});

test.each<[string, Record<string, unknown>]>([
  ['is empty', {}],
  [
    'was damaged',
    { accessToken: 7, accessTokenIssuedAt: 'x', accessTokenExpiresAt: null, accessTokenIssuedFor: 7 },
  ],
])('a credential that %s holds none', (_, credential) => {
  expect(new HeldToken(credential).token).toEqual({
    accessToken: '',
    issuedAt: 0,
    expiresAt: 0,
    issuedFor: '',
  });
  expect(heldTokenSchema.parse(credential)).toEqual({
    accessToken: '',
    accessTokenIssuedAt: 0,
    accessTokenExpiresAt: 0,
    accessTokenIssuedFor: '',
    accessTokenServerDate: 0,
  });
});

test.each([
  ['accessToken', 'token-2', { accessToken: 'token-2' }],
  ['accessTokenExpiresAt', 3000, { expiresAt: 3000 }],
  ['accessTokenIssuedFor', 'others', { issuedFor: 'others' }],
])('it is another one once n8n has changed %s', (field, value, changed) => {
  const credential: Record<string, unknown> = stored();
  const held = new HeldToken(credential);
  const before = held.token;
  expect(held.token).toBe(before);
  credential[field] = value;
  expect(held.token).toEqual({ ...token, ...changed });
});

test('one that is dropped is not there, so that n8n obtains another one', () => {
  const credential = stored();
  const held = new HeldToken(credential);
  held.drop();
  expect(credential.accessToken).toBe('');
  expect(held.token.accessToken).toBe('');
  expect(held.unwanted).toEqual({ held: '', refused: { accessToken: '', sentAt: -Infinity } });
});

test('one that is refused is remembered, with the moment of its request', () => {
  const held = new HeldToken(stored());
  expect(held.unwanted).toEqual({ held: 'token-1', refused: { accessToken: '', sentAt: -Infinity } });
  held.refuse(1500);
  expect(held.unwanted).toEqual({ held: '', refused: { accessToken: 'token-1', sentAt: 1500 } });
});
