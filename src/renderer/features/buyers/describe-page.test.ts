import { expect, it } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { describeNotice } from './describe-page';

it('says where a page is from: another profile, the one in use before it was edited, or what the fields said before', () => {
  const stamp = {
    ...testingProfile({ id: 'eu', name: 'Sandbox EU', environment: 'sandbox' }),
    baseUrl: 'https://api.example',
  };
  expect(describeNotice(stamp, true, 'us')).toBe('From Sandbox EU (sandbox), not the profile in use');
  expect(describeNotice(stamp, true, 'eu')).toBe('From Sandbox EU (sandbox), as it was before it was edited');
  expect(describeNotice(null, true, 'eu')).toBe('The fields above have changed since');
  expect(describeNotice(null, false, 'eu')).toBeNull();
});
