// credentials/: the credential as n8n shows it. What the service accepts is known in nodes/CompanyScreening/service/.
//
// The credential: obtains access tokens (OAuth 2.0 client credentials), and adds them and the key to every request.
import type {
  ICredentialDataDecryptedObject,
  ICredentialTestRequest,
  ICredentialType,
  IDataObject,
  IHttpRequestHelper,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';

import { systemClock } from '../nodes/CompanyScreening/flowControl/time';
import { authenticateRequest } from './companyScreeningApi/authenticate';
import { credentialTest } from './companyScreeningApi/credentialTest';
import { postForm } from './companyScreeningApi/postForm';
import { renewToken } from './companyScreeningApi/renewToken';

export class CompanyScreeningApi implements ICredentialType {
  name = 'companyScreeningApi';

  displayName = 'Company Screening API';

  icon = {
    light: 'file:../icons/companyScreening.svg',
    dark: 'file:../icons/companyScreening.dark.svg',
  } as const;

  documentationUrl =
    'https://github.com/company-screening/n8n-nodes-company-screening/blob/main/docs/start.md#the-credential';

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
      description: 'Which environment of the service to use',
    },
    {
      displayName:
        'Results of the sandbox are not real. To screen companies for a decision about them, choose Production.',
      name: 'sandboxNotice',
      type: 'notice',
      default: '',
      displayOptions: { show: { environment: ['sandbox'] } },
    },
    {
      displayName: 'In production, every screening is real and is paid for.',
      name: 'productionNotice',
      type: 'notice',
      default: '',
      displayOptions: { show: { environment: ['production'] } },
    },
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'e.g. https://api.example.com',
      description:
        'Address of the service for this environment, as given to you by its provider. If the test says ECONNREFUSED, ENOTFOUND or ETIMEDOUT, nothing answers there: check the address and the port, and that this n8n can reach it.',
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
      description: 'Name that the authorization server knows you by, as given to you by the provider',
    },
    {
      displayName: 'Client Secret',
      name: 'clientSecret',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description:
        'Secret that belongs to the Client ID. A secret of one to three characters is not masked where the service repeats it.',
    },
    {
      displayName: 'Subscription Key',
      name: 'subscriptionKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description:
        'Key of your subscription to the service, sent with every request. A key of one to three characters is not masked where the service repeats it.',
    },
    {
      displayName: 'Send Subscription Key In',
      name: 'subscriptionKeyIn',
      type: 'options',
      options: [
        { name: 'Header', value: 'header', description: 'Recommended by the service' },
        { name: 'Query', value: 'query', description: 'As part of the address' },
      ],
      default: 'header',
      description: "Leave this at Header unless the service's provider tells you otherwise",
    },
    // Hidden fields, which n8n itself keeps, encrypted, with the credential.
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
    {
      displayName: 'Access Token Server Date',
      name: 'accessTokenServerDate',
      type: 'hidden',
      typeOptions: { password: true },
      default: 0,
    },
  ];

  test: ICredentialTestRequest = credentialTest;

  /** Runs the token exchange. n8n calls it when it has no token, after a 401, and when the credential is tested. */
  async preAuthentication(
    this: IHttpRequestHelper,
    credentials: ICredentialDataDecryptedObject,
  ): Promise<IDataObject> {
    return await renewToken(credentials, {
      postForm: postForm(this, systemClock),
      now: systemClock.epochMs,
    });
  }

  /**
   * Adds the access token and the subscription key to a request, of this node or of n8n's HTTP Request node.
   *
   * @throws SettingsError when the credential is incomplete, or the request is not for the configured Base URL
   */
  async authenticate(
    credentials: ICredentialDataDecryptedObject,
    requestOptions: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> {
    return await Promise.resolve(authenticateRequest(credentials, requestOptions));
  }
}
