import { expect, it } from 'vitest';
import { secretFieldsOf } from './secret-fields';

it('Secret fields of a body are found in JSON and in forms, each once', () => {
  expect(
    secretFieldsOf('{"user": "a", "password": "p\\"w", "login": {"client_secret" : "x", "password": "y"}}'),
  ).toEqual(['password', 'client_secret']);
  expect(secretFieldsOf('grant_type=password&client_secret=s3')).toEqual(['client_secret']);
});

it('A variable, a placeholder, an empty value and another field are not secret', () => {
  expect(
    secretFieldsOf(
      '{"password": "${password}", "api_key": "{{KEY}}", "secret": "", "token": "t", "note": "password"}',
    ),
  ).toEqual([]);
  expect(secretFieldsOf('')).toEqual([]);
});
