import { expect, test } from './test';
import { TestEnvironment } from './test-environment';

test('a test fails on an error in the page and on an uncaught exception in main', async ({}) => {
  const environment = await TestEnvironment.create();
  const { app, page, output } = await environment.start();
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('of the page'))));
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false });
    setTimeout(() => {
      throw new Error('of main');
    });
  });
  await expect.poll(() => output.join('\n')).toMatch(/page error: .*of the page/);
  await expect.poll(() => output.join('\n')).toMatch(/nothing caught .*of main/);
  await expect(environment.dispose()).rejects.toThrow(/of the page(.|\n)*of main/);
});
