import { expect, it } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { describeNotice, describeWaiting } from './describe-page';

it('says if a page is from another profile, an edited one, or earlier field values', () => {
  const stamp = {
    ...testingProfile({ id: 'eu', name: 'Sandbox EU', environment: 'sandbox' }),
    baseUrl: 'https://api.example',
  };
  expect(describeNotice(stamp, true, 'us')).toBe('From Sandbox EU (sandbox), not the profile in use');
  expect(describeNotice(stamp, true, 'eu')).toBe('From Sandbox EU (sandbox), as it was before it was edited');
  expect(describeNotice(null, true, 'eu')).toBe('The fields above have changed since');
  expect(describeNotice(null, false, 'eu')).toBeNull();
});

it('says that the page shown while the next one loads is the last one read', () => {
  expect(describeWaiting('the next page', undefined, true)).toBe(
    'Requesting the next page · below is the last one read',
  );
  expect(describeWaiting('the next page', 'Waits 2 s', true)).toBe(
    'Requesting the next page · Waits 2 s · below is the last one read',
  );
  const eu = { name: 'Sandbox EU', environment: 'sandbox' } as const;
  expect(describeWaiting('the first page', undefined, true, eu)).toBe(
    'From Sandbox EU (sandbox) · requesting the first page',
  );
});
