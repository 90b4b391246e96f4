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
const TEXT_FIELDS = FIELDS.filter(([field]) => !['environment', 'subscriptionKeyIn'].includes(field));
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
  test('a filled-in credential is read unchanged', () => {
    expect(readSettings(aCredential())).toEqual(aCredential());
  });

  test('a secret keeps every character, spaces at its ends included', () => {
    const clientSecret = ' a&b+c%d=e é \u{1F511} ';
    expect(readSettings(aCredential({ clientSecret })).clientSecret).toBe(clientSecret);
  });

  test('spaces pasted around the other texts are removed', () => {
    const pasted = { realm: ' r ', clientId: '\tc\n', subscriptionKey: ' k ' };
    expect(readSettings(aCredential(pasted))).toMatchObject({
      realm: 'r',
      clientId: 'c',
      subscriptionKey: 'k',
    });
  });

  test.each(FIELDS)('a missing %s is named as %s', (field, shownName) => {
    expect(complaintAbout(aCredential({ [field]: undefined }))).toContain(shownName);
  });

  test.each(TEXT_FIELDS)('an empty %s is named as %s, with what to do', (field, shownName) => {
    const message = complaintAbout(aCredential({ [field]: '' }));
    expect(message).toContain(shownName);
    expect(message).toContain('Enter it in the credential.');
  });

  test.each([['realm'], ['clientId'], ['subscriptionKey']])(
    'a %s of spaces only counts as empty',
    (field) => {
      expect(complaintAbout(aCredential({ [field]: '  ' }))).toContain('empty');
    },
  );

  test.each([['environment'], ['subscriptionKeyIn']])('a %s that is not in its list is refused', (field) => {
    expect(complaintAbout(aCredential({ [field]: 'elsewhere' }))).not.toBe('');
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
