// Checks that print TAP; the process ends with 1 when one failed.
let count = 0;

export async function check(name, body) {
  count++;
  try {
    const note = await body();
    console.log(`ok ${count} - ${name}${note ? ` # ${note}` : ''}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`not ok ${count} - ${name}`);
    for (const line of String(error?.stack ?? error).split('\n')) console.log(`  # ${line}`);
  }
}

export function option(name) {
  const at = process.argv.indexOf(name);
  if (at < 0 || at + 1 >= process.argv.length) throw new Error(`${name} VALUE is missing`);
  return process.argv[at + 1];
}
