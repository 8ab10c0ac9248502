import { Machine } from './ratebook.ts';
import { type Fault, startService, type TestService } from './service.ts';

export async function scene(fault?: Fault, key?: string): Promise<{ service: TestService; machine: Machine }> {
  const service = await startService(fault);
  return { service, machine: Machine.for(service.url, key) };
}
