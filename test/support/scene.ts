import { Machine } from './ratebook.ts';
import { type Fault, startService, type TestService } from './service.ts';

/** A service with faults as scripted, and the machine of a user who has a key for it. */
export async function scene(
  fault?: Fault,
  key?: string,
): Promise<{ service: TestService; machine: Machine }> {
  const service = await startService(fault);
  return { service, machine: Machine.for(service.url, key) };
}
