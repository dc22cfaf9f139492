function step(bodies) {
  const count = bodies.length;
  for (let i = 0; i < count; i++) {
    let a = bodies[i];
    for (let k = i + 1; k < count; k++) {
      let b = bodies[k];
      let dx = a.x - b.x;
      let dy = a.y - b.y;
      let dz = a.z - b.z;
      let square = dx * dx + dy * dy + dz * dz + 0.01;
      let pull = 0.001 / (square * Math.sqrt(square));
      let here = b.mass * pull;
      let there = a.mass * pull;
      a.vx -= dx * here;
      a.vy -= dy * here;
      a.vz -= dz * here;
      b.vx += dx * there;
      b.vy += dy * there;
      b.vz += dz * there;
    }
  }
  for (let i = 0; i < count; i++) {
    let a = bodies[i];
    a.x += 0.001 * a.vx;
    a.y += 0.001 * a.vy;
    a.z += 0.001 * a.vz;
  }
}

function run() {
  const bodies = [];
  for (let i = 0; i < 5; i++) {
    bodies.push({
      x: i * 3.1, y: i * i, z: 7 - i,
      vx: 0.01 * i, vy: 0.02, vz: -0.03 * i,
      mass: 1 / (i + 1),
    });
  }
  for (let i = 0; i < 10000; i++) step(bodies);
  return Math.trunc(bodies[0].x * 1000000);
}

run();
