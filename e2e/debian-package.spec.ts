import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HistoryPage } from './pages/history-page';
import { SessionsPage } from './pages/sessions-page';
import { canInstall, startInstallingMachine, type InstallingMachine } from './support/installing-machine';
import { debianPackage, sandboxArguments } from './support/packaged-app';
import { useSandbox } from './stand-alone-sandbox';
import { expect, test } from './test';

const PACKAGE = 'payments-api-explorer';
const EXECUTABLE = `/opt/${PACKAGE}/${PACKAGE}`;
const SAMPLE = '5e550000-0000-4000-8000-000000000001';

/** The names of all files in the folders where a package may put files. */
async function namesOn(machine: InstallingMachine): Promise<Set<string>> {
  const { stdout } = await machine.run('find', ['/usr', '/etc', '/opt', '/var', '-xdev']);
  return new Set(stdout.split('\n'));
}

test('the Debian package installs, opens a link, brings the command line, and is removed without a trace', async ({
  environment,
}) => {
  test.skip(!canInstall, 'installing needs root, dpkg and mounts of its own');
  // Up to 350 MB have to be packed first.
  test.slow();
  const deb = await debianPackage();
  const mountPoint = join(environment.folder, 'machine');
  mkdirSync(mountPoint);
  const machine = await startInstallingMachine(mountPoint);
  try {
    const before = await namesOn(machine);
    await machine.run('dpkg', ['--install', deb]);
    // Everything is as packed, including the setuid helper of Chromium's sandbox.
    expect((await machine.run('dpkg', ['--verify', PACKAGE])).stdout).toBe('');
    const { stdout: modes } = await machine.run('stat', [
      '-c',
      '%a %U:%G',
      `/opt/${PACKAGE}/chrome-sandbox`,
      EXECUTABLE,
    ]);
    expect(modes.trim().split('\n')).toEqual(['4755 root:root', '755 root:root']);

    // The desktop entry, which a desktop reads.
    const { stdout: entry } = await machine.run('cat', [`/usr/share/applications/${PACKAGE}.desktop`]);
    expect(entry).toContain('\nMimeType=x-scheme-handler/payments-explorer;\n');
    expect(entry).toContain(`\nExec=${EXECUTABLE} %U\n`);
    // Checked in the package, because a machine may be configured to install no manuals.
    const { stdout: installed } = await machine.run('dpkg-deb', ['--contents', deb]);
    for (const path of [
      'man/man1/payments-explorer.1.gz',
      'bash-completion/completions/payments-explorer',
      'zsh/vendor-completions/_payments-explorer',
      'fish/vendor_completions.d/payments-explorer.fish',
    ])
      expect(installed).toContain(`./usr/share/${path}\n`);
    expect(installed).toContain(
      `/usr/share/icons/hicolor/48x48/apps/${/^Icon=(.*)$/m.exec(entry)?.[1]}.png\n`,
    );

    // Playwright needs this one fuse changed; everything else is as installed.
    const fuses = resolve('build/packaging/fuses.mjs');
    const allow = `import(${JSON.stringify(fuses)}).then((fuses) => fuses.allowInspection('${EXECUTABLE}'))`;
    await machine.run(process.execPath, ['-e', allow]);

    // Starts with a link, as the desktop passes it on.
    environment.useDefaultFolder();
    const runtime = { executable: await machine.starterOf(EXECUTABLE), args: sandboxArguments, env: {} };
    const { app, page } = await environment.startIn(runtime, [`payments-explorer://session/${SAMPLE}`]);
    const question = page.getByRole('alertdialog', { name: 'Open the session of this link?' });
    await expect(question).toContainText(SAMPLE);
    await question.getByRole('button', { name: /look up|open/i }).click();
    await expect(new SessionsPage(page).state(/^Valid · /)).toBeVisible();
    expect(await app.evaluate(({ app: main }) => [main.isPackaged, main.getPath('exe')])).toEqual([
      true,
      EXECUTABLE,
    ]);

    // The command line uses the app's profiles, keychain and history, and the app notices the changes.
    const sandbox = await useSandbox(page, 'Team');
    const command = (...args: string[]): Promise<{ stdout: string; stderr: string }> =>
      machine.run('payments-explorer', args, environment.keyring.env);
    const found = await command('session', SAMPLE);
    expect(found.stdout).toMatch(/^Profile +Team$/m);
    expect(found.stdout).toContain('Ada Example');
    // Every command listed in its help exists.
    expect((await command('sandbox', '--help')).stdout).toContain('Usage: payments-explorer sandbox');
    const history = new HistoryPage(page);
    await history.open();
    await expect(history.line(/Session, 200, .*Team/)).toHaveCount(1);
    await sandbox.stop();
    await app.close();

    await machine.run('dpkg', ['--purge', PACKAGE]);
    const after = await namesOn(machine);
    const left = [...after].filter((name) => !before.has(name));
    const lost = [...before].filter((name) => !after.has(name));
    // Left out are dpkg's own records, and the icon index, which belongs to the desktop.
    expect(left.filter((name) => !/^\/var\/(lib\/dpkg|log|cache)\/|\/icon-theme\.cache$/.test(name))).toEqual(
      [],
    );
    expect(lost).toEqual([]);
    expect(left.filter((name) => name.includes('payments'))).toEqual([]);
    expect(existsSync(join(environment.userData, 'profiles.json'))).toBe(true);
  } finally {
    await machine.stop();
  }
});
