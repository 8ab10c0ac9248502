/** Whether `--output` means stdout: by `-`, by its name among the devices, or for want of another. */
export function isStdout(path: string | undefined): path is '-' | '/dev/stdout' | undefined {
  return path === undefined || path === '-' || path === '/dev/stdout';
}
