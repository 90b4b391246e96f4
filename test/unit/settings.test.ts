// The credential's fields are checked once; what is wrong is named, never shown.
import * as fc from 'fast-check';

import { readSettings, SettingsError } from '../../nodes/CompanyScreening/service/settings';
import { aCredential } from './builders';

const SHOWN_NAMES = {
  environment: 'Environment',
  baseUrl: 'Base URL',
  authUrl: 'Authorization Server URL',
  realm: 'Realm',
  clientId: 'Client ID',
  clientSecret: 'Client Secret',
  subscriptionKey: 'Subscription Key',
  subscriptionKeyIn: 'Send Subscription Key In',
};
const FIELDS = Object.entries(SHOWN_NAMES);
const ADDRESS_FIELDS = FIELDS.filter(([field]) => field.endsWith('Url'));

function complaintAbout(credential: unknown): string {
  try {
    readSettings(credential);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
}

describe('addresses', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com///', 'https://api.example.com'],
    ['https://api.example.com/v1/gate/', 'https://api.example.com/v1/gate'],
    ['  https://api.example.com:8443/ ', 'https://api.example.com:8443'],
    ['http://localhost:3000/', 'http://localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000/', 'http://[::1]:3000'],
    ['https://api.example.com/https:x', 'https://api.example.com/https:x'],
    ['HTTPS://API.Example.com:443/Gate/', 'https://api.example.com/Gate'],
    ['https:///api.example.com/v1', 'https://api.example.com/v1'],
    ['HTTP://LocalHost:3000', 'http://localhost:3000'],
  ])('%s is used as %s', (given, used) => {
    expect(readSettings(aCredential({ baseUrl: given })).baseUrl).toBe(used);
    expect(readSettings(aCredential({ authUrl: given })).authUrl).toBe(used);
  });

  describe.each(ADDRESS_FIELDS)('%s', (field, shownName) => {
    test.each([
      'http://api.example.com',
      'http://localhost.example.com',
      'http://127.0.0.1.example.com',
      'http://10.0.0.1',
      'ftp://api.example.com',
      'javascript:alert(1)',
    ])('%s is refused: only this machine itself is spoken to unencrypted', (given) => {
      const message = complaintAbout(aCredential({ [field]: given }));
      expect(message).toContain(shownName);
      expect(message).toContain('https://');
      expect(message).not.toContain(given);
    });

    test.each([
      'api.example.com',
      'https:// space',
      'not an address',
      'https://officer:password@api.example.com',
      'https://api.example.com/?v=2.0',
      'https://api.example.com/#top',
      'https:api.example.com',
      'https:/api.example.com',
      'http:localhost:3000',
      'HTTP:localhost',
      'https://api.example.com\\@login.example.com',
      'https://api.example\n.com',
      'https://api.example.com/my gate',
    ])('%s is refused as no plain address', (given) => {
      const message = complaintAbout(aCredential({ [field]: given }));
      expect(message).toContain(shownName);
      expect(message).not.toContain(given);
    });
  });
});

test.each(['https://api.example.com?', 'https://api.example.com/#'])(
  'an empty query or fragment (%s) is refused, since the path would land in it',
  (baseUrl) => {
    expect(complaintAbout(aCredential({ baseUrl }))).toContain('Base URL');
  },
);

describe('fields', () => {
  const SECRET = ' a&b+c%d=e é \u{1F511} ';
  test.each([
    ['a filled-in credential is read unchanged', {}, {}],
    ['a secret keeps every character', { clientSecret: SECRET }, { clientSecret: SECRET }],
    ['no space pasted around a realm stays', { realm: ' r ' }, { realm: 'r' }],
    ['no space pasted around a client stays', { clientId: '\tc\n' }, { clientId: 'c' }],
    ['no space pasted around a key stays', { subscriptionKey: ' k ' }, { subscriptionKey: 'k' }],
  ])('%s', (_, given, read) => {
    expect(readSettings(aCredential(given))).toEqual(aCredential(read));
  });

  test.each([[undefined], [null], ['text'], [[]]])('a credential that is %j is refused', (credential) => {
    expect(complaintAbout(credential)).not.toBe('');
  });

  test('no message ever holds a value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(SHOWN_NAMES)),
        fc.stringMatching(/^[a-z0-9?#/:@]{12,30}$/),
        fc.constantFrom('', 'http://', 'https://u:p@', 'ftp://'),
        (field, value, prefix) => {
          expect(complaintAbout(aCredential({ [field]: prefix + value }))).not.toContain(value);
        },
      ),
    );
  });
});

describe('what is said about a field', () => {
  const PLAIN =
    'must be a plain address, without a user name, a question mark, a hash sign, a backslash or a space.';
  const ENCRYPTED =
    'must begin with https://. Plain http would send your secrets unencrypted; it is only allowed for this machine itself (localhost).';

  test.each([
    [{ environment: 'test' }, 'Environment must be Sandbox or Production.'],
    [{ baseUrl: undefined }, 'Base URL is missing. Enter it in the credential.'],
    [{ baseUrl: ' ' }, 'Base URL is empty. Enter it in the credential.'],
    [{ authUrl: ' ' }, 'Authorization Server URL is empty. Enter it in the credential.'],
    [{ baseUrl: 'x' }, 'Base URL is not a web address. Enter it in full, beginning with https://.'],
    [{ baseUrl: 'https:x' }, 'Base URL is not a web address. Enter it in full, beginning with https://.'],
    [{ baseUrl: 'https://me@x.example' }, `Base URL ${PLAIN}`],
    [{ baseUrl: 'https://:me@x.example' }, `Base URL ${PLAIN}`],
    [{ baseUrl: 'https://x.example/#' }, `Base URL ${PLAIN}`],
    [{ authUrl: 'http://x.example' }, `Authorization Server URL ${ENCRYPTED}`],
    [{ authUrl: 'ftp://localhost' }, `Authorization Server URL ${ENCRYPTED}`],
    [
      { authUrl: 'https://x.example/realms/mine' },
      'Authorization Server URL must end before /realms. Remove /realms and what follows; the word after /realms/ belongs in Realm.',
    ],
    [
      { authUrl: 'https://x.example/auth/realms/' },
      'Authorization Server URL must end before /realms. Remove /realms and what follows; the word after /realms/ belongs in Realm.',
    ],
    [{ realm: undefined }, 'Realm is missing. Enter it in the credential.'],
    [{ realm: ' ' }, 'Realm is empty. Enter it in the credential.'],
    [{ clientId: '' }, 'Client ID is empty. Enter it in the credential.'],
    [{ clientSecret: undefined }, 'Client Secret is missing. Enter it in the credential.'],
    [{ clientSecret: '' }, 'Client Secret is empty. Enter it in the credential.'],
    [{ subscriptionKey: '' }, 'Subscription Key is empty. Enter it in the credential.'],
    [{ subscriptionKeyIn: 'body' }, 'Send Subscription Key In must be Header or Query.'],
  ])('%j', (changes, message) => {
    expect(complaintAbout(aCredential({ ...changes }))).toBe(message);
  });

  test.each(['a b', 'a\u00e9', 'a\u007f', '\u200ba'])('the subscription key %j', (subscriptionKey) => {
    expect(complaintAbout(aCredential({ subscriptionKey }))).toBe(
      'Subscription Key contains a space or another character that is not allowed in it. Copy it into the credential again.',
    );
  });

  test('is said under a name by which other bundles know it', () => {
    expect(new SettingsError('No.').name).toBe('SettingsError');
  });

  test('begins with the first of several', () => {
    expect(complaintAbout(aCredential({ realm: '', clientId: '' }))).toContain('Realm');
    expect(complaintAbout(7)).toMatch(/[a-z]/);
  });

  test.each(['https://x.example/realmsx', 'https://x.example/my-realms'])(
    'is nothing where the address only looks like that of a realm: %s',
    (authUrl) => {
      expect(complaintAbout(aCredential({ authUrl }))).toBe('');
    },
  );

  test.each(['header', 'query'])('is nothing where the key goes into the %s', (subscriptionKeyIn) => {
    expect(complaintAbout(aCredential({ subscriptionKeyIn, environment: 'production' }))).toBe('');
  });
});
