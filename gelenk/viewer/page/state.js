// window.gelenk, an interface for tests and for scripts of users, documented in docs/guide/viewer.md.

export function expose(app) {
  window.gelenk = Object.freeze({
    state: () => ({
      connected: app.connected, protocol: app.model?.protocol ?? 0, time: app.time, number: app.number, frames: app.drawn, ngeom: app.rows.n,
      nshown: app.nshown ?? 0, selected: app.pert.select, camera: app.camera.said, role: app.role.role, run: !!app.status.run, error: app.error,
      webgl: !!app.drawing, settled: !app.dirty && !app.acks.length,
    }),
    project: point => app.drawing?.project(point, app.camera) ?? null,
    rows: () => app.panels.all(),
    set: (id, value) => app.panels.press(id, value),
    send: message => app.send(message),
    screenshot: () => app.act.picture(),
    stub: on => { if (app.drawing) app.drawing.stub = !!on; },
    position: row => Array.from(app.rows.position(row)),
    move: (action, dx, dy) => { app.camera.move(action, dx, dy); app.cameraMoved(); },
  });
}
