// The credential: obtains access tokens (OAuth 2.0 client credentials) and signs every request.
import type {
  ICredentialDataDecryptedObject,
  ICredentialType,
  IDataObject,
  IHttpRequestHelper,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';
import * as z from 'zod/v4';

import {
  readSettings,
  SettingsError,
  type ServiceSettings,
} from '../nodes/CompanyScreening/service/settings';
import { signatureOf } from '../nodes/CompanyScreening/service/signature';
import {
  fingerprint,
  FORM_HEADERS,
  obtainToken,
  storedTokenSchema,
  textReplySchema,
  TOKEN_TIMEOUT_MS,
} from '../nodes/CompanyScreening/service/token';

export class CompanyScreeningApi implements ICredentialType {
  name = 'companyScreeningApi';

  displayName = 'Company Screening API';

  icon = {
    light: 'file:../icons/companyScreening.svg',
    dark: 'file:../icons/companyScreening.dark.svg',
  } as const;

  documentationUrl = 'https://github.com/company-screening/n8n-nodes-company-screening#credential';

  properties: INodeProperties[] = [
    {
      displayName: 'Environment',
      name: 'environment',
      type: 'options',
      options: [
        { name: 'Sandbox', value: 'sandbox' },
        { name: 'Production', value: 'production' },
      ],
      default: 'sandbox',
      description: 'Which environment of the service the companies are screened in',
    },
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'e.g. https://api.example.com',
      description: 'Address of the service for this environment, as its provider gave it to you',
    },
    {
      displayName: 'Authorization Server URL',
      name: 'authUrl',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'e.g. https://login.example.com',
      description: 'Address of the authorization server, without the part that begins with /realms',
    },
    {
      displayName: 'Realm',
      name: 'realm',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'e.g. screening',
      description: 'Name of the realm at the authorization server: the word after /realms/ in its address',
    },
    {
      displayName: 'Client ID',
      name: 'clientId',
      type: 'string',
      required: true,
      default: '',
      description: 'Name under which the authorization server knows you, as the provider gave it to you',
    },
    {
      displayName: 'Client Secret',
      name: 'clientSecret',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description: 'Secret that belongs to the Client ID',
    },
    // eslint-disable-next-line @n8n/community-nodes/credential-unnecessary-password -- the key is a secret, only its name does not say so
    {
      displayName: 'Subscription Key',
      name: 'subscriptionKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description: 'Key of your subscription to the service, sent with every request',
    },
    {
      displayName: 'Send Subscription Key In',
      name: 'subscriptionKeyIn',
      type: 'options',
      options: [
        { name: 'Header', value: 'header', description: 'Recommended by the service' },
        { name: 'Query', value: 'query', description: 'As a part of the address' },
      ],
      default: 'header',
      description: 'Leave this at Header unless the provider of the service tells you otherwise',
    },
    // What follows is kept by n8n itself, encrypted, with the credential.
    {
      displayName: 'Access Token',
      name: 'accessToken',
      type: 'hidden',
      typeOptions: { expirable: true, password: true },
      default: '',
    },
    {
      displayName: 'Access Token Issued At',
      name: 'accessTokenIssuedAt',
      type: 'hidden',
      typeOptions: { password: true },
      default: 0,
    },
    {
      displayName: 'Access Token Expires At',
      name: 'accessTokenExpiresAt',
      type: 'hidden',
      typeOptions: { password: true },
      default: 0,
    },
    {
      displayName: 'Access Token Issued For',
      name: 'accessTokenIssuedFor',
      type: 'hidden',
      typeOptions: { password: true },
      default: '',
    },
  ];

  /** Runs the token exchange. n8n calls it when it has no token, and after a 401. */
  async preAuthentication(
    this: IHttpRequestHelper,
    credentials: ICredentialDataDecryptedObject,
  ): Promise<IDataObject> {
    return await obtainToken(credentials, async (url, form) =>
      textReplySchema.parse(
        await this.helpers.httpRequest({
          method: 'POST',
          url,
          // A copy: n8n adds headers of its own to what it is given.
          headers: { ...FORM_HEADERS },
          body: form,
          encoding: 'text',
          timeout: TOKEN_TIMEOUT_MS,
          disableFollowRedirect: true,
          returnFullResponse: true,
          ignoreHttpStatusErrors: true,
        }),
      ),
    );
  }

  /**
   * Adds the access token and the subscription key to a request, of this node or of n8n's HTTP Request node.
   * A token that was issued for other settings is left out: the service's 401 then makes n8n obtain a new one.
   *
   * @throws SettingsError when the credential is incomplete, or the request is not for the configured Base URL
   */
  async authenticate(
    credentials: ICredentialDataDecryptedObject,
    requestOptions: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> {
    const { settings, issuedFor } = identityOf(credentials);
    if (!isFor(settings, requestOptions)) {
      throw new SettingsError(
        'The Company Screening credential only signs requests to its own Base URL, so that its token and key go nowhere else. Correct the address of the request, or the Base URL in the credential.',
      );
    }
    const { accessToken, accessTokenIssuedFor } = storedTokenSchema.parse(credentials);
    const { headers, query } = signatureOf(
      settings,
      accessTokenIssuedFor === issuedFor ? accessToken : undefined,
    );
    requestOptions.headers = { ...requestOptions.headers, ...headers };
    requestOptions.qs = { ...requestOptions.qs, ...query };
    // A redirect would take token and key along to wherever it points. The HTTP Request node has other names for it.
    Object.assign(requestOptions, {
      disableFollowRedirect: true,
      followRedirect: false,
      followAllRedirects: false,
    });
    return await Promise.resolve(requestOptions);
  }
}

// n8n's HTTP Request node still calls the address `uri`.
const targetSchema = z.object({
  url: z.string().optional(),
  uri: z.string().optional(),
  baseURL: z.string().optional(),
});

/** Whether the request goes to the origin of the Base URL. */
function isFor({ baseUrl }: ServiceSettings, requestOptions: IHttpRequestOptions): boolean {
  const { url, uri, baseURL } = targetSchema.parse(requestOptions);
  const address = url ?? uri ?? '';
  // The Base URL has no user name, and ends before the slash: what begins with both is on its host.
  if (address.startsWith(`${baseUrl}/`)) return true;
  return URL.canParse(address, baseURL) && new URL(address, baseURL).origin === new URL(baseUrl).origin;
}

interface Identity {
  settings: ServiceSettings;
  issuedFor: string;
}
const identities = new WeakMap<object, Identity>();

// A run signs thousands of requests with one credential object, of which n8n only ever changes the token.
function identityOf(credentials: ICredentialDataDecryptedObject): Identity {
  const known = identities.get(credentials);
  if (known) return known;
  const settings = readSettings(credentials);
  const identity = { settings, issuedFor: fingerprint(settings) };
  identities.set(credentials, identity);
  return identity;
}
